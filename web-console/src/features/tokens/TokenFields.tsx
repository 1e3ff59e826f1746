import { useTranslation } from 'react-i18next'
import { useWatch } from 'react-hook-form'
import { typedFields } from '@/kit/form'
import { usePermissionWords, useProfile } from '@/kit/permissions'
import { DAYS, type OwnForm, type PRESETS } from './schema'
import styles from './tokens.module.css'

const F = typedFields<OwnForm>()

interface Props {
  presets: readonly (typeof PRESETS)[number][]
}

/** What every token has: what it may do, until when, and the password of whoever makes it. */
export function ScopeFields({ presets }: Props) {
  const { t } = useTranslation('tokens')
  const preset = useWatch<OwnForm, 'preset'>({ name: 'preset' })
  return (
    <>
      <F.Select
        name="preset"
        label={t('fields.scopes')}
        help={t(`options.presetNotes.${preset}`)}
        options={presets.map((value) => ({ value, label: t(`options.presets.${value}`) }))}
        isRequired
      />
      {preset === 'chosen' && <OwnRights />}
      <F.Select
        name="days"
        label={t('fields.lifetime')}
        help={t('lifetimeNote')}
        options={DAYS.map((value) => ({ value, label: t('days', { count: value }) }))}
        isRequired
      />
      <F.Password
        name="password"
        label={t('fields.password')}
        help={t('passwordNote')}
        autoComplete="current-password"
      />
      <p className={styles.soft}>{t('limits')}</p>
    </>
  )
}

/** Rights that one holds: a token has no others, whatever it names. */
function OwnRights() {
  const { t } = useTranslation('tokens')
  const { nameOf } = usePermissionWords()
  const codes = useProfile()?.role?.permissions ?? []
  const options = codes.map((value) => ({ value, label: nameOf(value) }))
  options.sort((one, other) => one.label.localeCompare(other.label))
  return (
    <F.Select name="codes" label={t('fields.rights')} options={options} isMultiple isRequired />
  )
}
