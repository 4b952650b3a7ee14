import { BUILT_IN_TEMPLATES } from '@hearth/contracts/documents/document-values';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { DocumentIcon } from '#features/documents/model/document-icon.tsx';
import { useTitleOf } from '#features/documents/model/use-title-of.ts';
import { documentTemplates } from '#features/documents/model/documents.data.ts';
import { TEMPLATE_LABELS } from './template-labels.ts';
import styles from './templates.module.css';

interface TemplateStart {
  icon: string | null;
  /** If empty, the server uses the template's own name as the title. */
  title: string;
}

interface TemplateGalleryProps {
  onPick: (templateId: string, start: TemplateStart) => void;
  /** Renders the menu of one of the team's own templates. */
  renderMenu?: (templateId: string) => ReactNode;
}

/** The available templates, starting with the team's own templates. */
export function TemplateGallery({ onPick, renderMenu }: TemplateGalleryProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const today = useToday();
  const own = useRows(documentTemplates(useTeamStore()));
  const titleOf = useTitleOf();
  return (
    <ul className={styles.gallery} aria-label={t`Templates`}>
      {own.map((row) => (
        <li key={row.id} className={styles.own}>
          <button
            type="button"
            className={styles.template}
            onClick={() => onPick(row.id, { icon: row.icon, title: '' })}
          >
            <DocumentIcon icon={row.icon} size={22} />
            <span className={styles.words}>
              <span className={styles.name}>{titleOf(row)}</span>
              <span className={styles.about}>
                <Trans>Your team’s template</Trans>
              </span>
            </span>
          </button>
          {renderMenu?.(row.id)}
        </li>
      ))}
      {BUILT_IN_TEMPLATES.map((name) => {
        const { icon, title: label, about, isDated } = TEMPLATE_LABELS[name];
        const day = formats.calendarDay(today);
        const title = isDated === true ? t`${t(label)}, ${day}` : '';
        return (
          <li key={name}>
            <button type="button" className={styles.template} onClick={() => onPick(name, { icon, title })}>
              <DocumentIcon icon={icon} size={22} />
              <span className={styles.words}>
                <span className={styles.name}>{t(label)}</span>
                <span className={styles.about}>{t(about)}</span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
