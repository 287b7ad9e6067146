/** Shows a reviewer's free text unchanged. */
export const QuotedNote = ({ children }: { children: string }) => (
  <q className="mt-0.5 block [overflow-wrap:anywhere] whitespace-pre-line text-muted [quotes:'\201C'_'\201D']">
    {children}
  </q>
);
