import { useTranslation } from 'react-i18next'
import type { MailMacro } from './api'
import { macroText } from './macros'
import styles from './mail-templates.module.css'

interface Props {
  macros: MailMacro[]
  onInsert: (name: string) => void
  disabled: boolean
}

/** The macros of a type: a press puts one where the caret is. */
export function MacroBar({ macros, onInsert, disabled }: Props) {
  const { t } = useTranslation('mail-templates')
  return (
    <div className={styles.macros} role="group" aria-label={t('macros')}>
      <span className={styles.macrosLabel}>{t('macros')}</span>
      {macros.map(({ name, sample }) => (
        <button
          key={name}
          type="button"
          className="mono"
          disabled={disabled}
          title={t('sample', { sample })}
          // The field keeps its caret.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(name)}
        >
          {macroText(name)}
        </button>
      ))}
    </div>
  )
}
