import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { typedFields } from '@/kit/form'
import { readCard } from './number'
import { type IdentifierForm, mayBeEmpty } from './schema'
import styles from './identifiers.module.css'

const F = typedFields<IdentifierForm>()

/** The number; for cards with both of its forms, following every key. */
export function ValueField({ readOnly }: { readOnly: string | false }) {
  const { t } = useTranslation('identifiers')
  const type = useWatch<IdentifierForm, 'type'>({ name: 'type' })
  const isCard = type === 'card' || type === 'ukey' || type === 'ukey2'
  return (
    <F.Text
      name="value"
      label={t(`options.values.${type}`)}
      help={isCard ? <BothForms /> : t(`options.valueHelp.${type}`)}
      isRequired={!mayBeEmpty(type)}
      isCode
      maxLength={100}
      disabled={readOnly}
    />
  )
}

function BothForms() {
  const { t } = useTranslation('identifiers')
  const value = useWatch<IdentifierForm, 'value'>({ name: 'value' })
  const card = readCard(value)
  if (typeof card === 'string') return <>{t('help.card')}</>
  return (
    <span className={styles.forms} role="status">
      <span>
        {t('options.formats.dec')} <b className="mono">{card.dec ?? t('noDec')}</b>
      </span>
      <span>
        {t('options.formats.hex')} <b className="mono">{card.hex}</b>
      </span>
    </span>
  )
}
