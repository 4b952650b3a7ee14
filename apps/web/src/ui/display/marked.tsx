import { Fragment } from 'react';

/** Half-open ranges of a string, in order and not overlapping. */
export type Marks = readonly (readonly [start: number, end: number])[];

/** A string with its search matches highlighted. */
export function Marked({ text, marks }: { text: string; marks: Marks }) {
  return (
    <>
      {marks.map(([start, end], at) => (
        <Fragment key={start}>
          {text.slice(marks[at - 1]?.[1] ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}
