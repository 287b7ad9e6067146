import { Button } from "@/components/ui/button";

interface MoreButtonProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Loads the next page of a list below it. */
export const MoreButton = ({ list }: MoreButtonProps) =>
  list.hasNextPage && (
    <Button
      variant="secondary"
      className="justify-self-center"
      busy={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      Show more
    </Button>
  );
