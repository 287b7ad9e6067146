interface Colleague {
  _id: string;
  name: string;
}

/** The ids of those whose name is in the text after an @. The longest name counts: `@Ada Obi` is not Ada. */
export function mentionedIn(text: string, people: readonly Colleague[]): string[] {
  let rest = text;
  return people
    .toSorted((a, b) => b.name.length - a.name.length)
    .flatMap(({ _id, name }) => {
      if (!rest.includes(`@${name}`)) return [];
      rest = rest.replaceAll(`@${name}`, "");
      return [_id];
    });
}
