-- AlterTable
ALTER TABLE "name_enquiries" ADD COLUMN     "earlier_state" "name_enquiry_state";
