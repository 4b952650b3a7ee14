/** Matches URLs, without the punctuation that follows them in a sentence. */
const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,:;!?'()[\]{}]/g;

/** Plain text with its URLs rendered as links. */
export function Links({ text }: { text: string }) {
  const parts: React.ReactNode[] = [];
  let end = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    parts.push(
      text.slice(end, index),
      <a key={index} href={address} target="_blank" rel="noopener noreferrer nofollow">
        {address}
      </a>,
    );
    end = index + address.length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
