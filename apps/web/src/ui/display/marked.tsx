import { Fragment } from 'react';

/** Parts of a text, from and up to but without: in order, none overlapping. */
export type Marks = readonly (readonly [start: number, end: number])[];

/** A text with what was looked for standing out in it. */
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
