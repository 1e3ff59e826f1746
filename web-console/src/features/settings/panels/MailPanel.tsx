import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldGrid, SettingsForm, typedFields } from '@/kit/form'
import { useSaving } from '../useSaving'
import { ENCRYPTIONS, mailSource, type MailForm } from './mail'
import { TestMail } from './TestMail'

const F = typedFields<MailForm>()

/** The server by which the project's mails go. */
export default function MailPanel() {
  const { t } = useTranslation('settings')
  const { control, readOnly } = useSaving(mailSource)
  const { isDirty } = control.form.formState
  return (
    <SettingsForm control={control} label={t('options.tabs.mail')} disabled={readOnly}>
      <FieldGrid title={t('mail.title')} text={t('mail.text')}>
        <F.Switch name="is_enabled" label={t('mail.enabled')} isWide />
        <Server />
      </FieldGrid>
      <TestMail disabled={readOnly || (isDirty && t('mail.saveFirst'))} />
    </SettingsForm>
  )
}

function Server() {
  const { t } = useTranslation('settings')
  const isOn = useWatch<MailForm, 'is_enabled'>({ name: 'is_enabled' })
  if (!isOn) return <p>{t('mail.installation')}</p>
  return (
    <>
      <F.Text
        name="host"
        label={t('fields.host')}
        placeholder="smtp.example.com"
        isCode
        isRequired
      />
      <F.Number name="port" label={t('fields.port')} min={1} max={65_535} isRequired />
      <F.Select
        name="encryption"
        label={t('mail.encryption')}
        options={ENCRYPTIONS.map((value) => ({
          value,
          label: t(`options.encryptions.${value}`),
        }))}
        isRequired
      />
      <span />
      <F.Text name="user_name" label={t('fields.user')} maxLength={255} />
      <F.Password name="password" label={t('fields.password')} maxLength={255} />
      <F.Text name="from_email" label={t('mail.fromEmail')} isRequired />
      <F.Text name="from_name" label={t('mail.fromName')} maxLength={100} />
    </>
  )
}
