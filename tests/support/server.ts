/** What tests start by themselves when the two servers of the `api` project are not enough, for example to kill one. */
export { startDatabase, startServer, type Database, type Server } from "../../server/testing/harness";
