import type { ReactNode } from 'react'
import { useWatch, type FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldGrid, typedFields } from '@/kit/form'
import styles from './branding.module.css'
import { WhiteLabelPreview } from './WhiteLabelPreview'
import type { WhiteLabelForm } from './schema'

const F = typedFields<FieldValues>()

interface Props {
  /** Where the values stand in the form, as `whitelabel_settings.`; empty at its root. */
  prefix?: string
  /** Path of the saved logo. */
  logo: string | null | undefined
  /** Where the logo is set; absent for what is not saved yet. */
  logoField?: ReactNode
}

/** How the platform shows itself to people: name, contact, logo, and what that looks like. */
export function WhiteLabelFields({ prefix = '', logo, logoField }: Props) {
  const { t } = useTranslation('branding')
  const all = useWatch()
  const values = (prefix ? all[prefix.slice(0, -1)] : all) as WhiteLabelForm | undefined
  const isOn = Boolean(values?.is_enabled)
  return (
    <div className={styles.columns}>
      <div>
        <FieldGrid title={t('whiteLabel.title')} text={t('whiteLabel.text')}>
          <F.Switch name={`${prefix}is_enabled`} label={t('whiteLabel.enabled')} />
        </FieldGrid>
        {isOn && (
          <FieldGrid title={t('whiteLabel.contact')} text={t('whiteLabel.contactText')}>
            <F.Text name={`${prefix}name`} label={t('fields.name')} maxLength={100} />
            <F.Text name={`${prefix}email`} label={t('fields.email')} />
            <F.Text
              name={`${prefix}phone`}
              label={t('fields.phone')}
              placeholder="+31201234567"
              isCode
            />
            <F.TextArea
              name={`${prefix}address`}
              label={t('fields.address')}
              maxLength={255}
              rows={2}
              isWide
            />
            {logoField}
          </FieldGrid>
        )}
      </div>
      {isOn && values && <WhiteLabelPreview values={values} logo={logo ?? null} />}
    </div>
  )
}
