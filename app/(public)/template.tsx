export { PageEnter as default } from "@/components/layout/page-enter";
