export { default } from "../page/page";
