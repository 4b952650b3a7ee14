/** Web addresses, without the punctuation that a sentence puts behind them. */
const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,:;!?'()[\]{}]/g;

/** Text as it was typed, with its web addresses as links. */
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
