import { useState } from 'react';
import { pickPersonColor, takeFirstLetter } from '#ui/format/person.ts';
import styles from './team-mark.module.css';

/** A team's image, or its first letter on the team's color if it has no image or the image cannot be loaded. */
export function TeamMark({
  team,
  size = 28,
}: {
  team: { _id: string; name: string; image: string | null };
  size?: number;
}) {
  const [failedImage, setFailedImage] = useState<string | null>(null);
  const box = { inlineSize: size, blockSize: size, fontSize: Math.round(size * 0.46) };
  if (team.image !== null && failedImage !== team.image) {
    return (
      <img
        className={styles.mark}
        src={team.image}
        alt=""
        width={size}
        height={size}
        style={box}
        draggable={false}
        referrerPolicy="no-referrer"
        onError={() => setFailedImage(team.image)}
      />
    );
  }
  return (
    <span
      className={styles.mark}
      data-color={pickPersonColor(team._id)}
      data-letter={takeFirstLetter(team.name)}
      style={box}
      aria-hidden="true"
    />
  );
}
