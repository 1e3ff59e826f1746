import { useTranslation } from 'react-i18next'
import { FieldGrid, SettingsForm, typedFields } from '@/kit/form'
import { useSaving } from '../useSaving'
import { CertificateField } from './CertificateField'
import { pushSource, type PushForm } from './push'

const F = typedFields<PushForm>()

/** The server that wakes phones. */
export default function PushPanel() {
  const { t } = useTranslation('settings')
  const { control, readOnly } = useSaving(pushSource)
  return (
    <SettingsForm control={control} label={t('options.tabs.push')} disabled={readOnly}>
      <FieldGrid title={t('push.title')} text={t('push.text')}>
        <F.Switch name="is_enabled" label={t('push.enabled')} isWide />
        <F.Text
          name="server_url"
          label={t('push.server')}
          placeholder="https://push.example.com"
          isCode
        />
        <F.Number name="server_port" label={t('fields.port')} min={1} max={65_535} isRequired />
        <F.Text name="user_name" label={t('fields.user')} maxLength={255} />
        <F.Password name="user_pass" label={t('fields.password')} maxLength={255} />
        <CertificateField />
      </FieldGrid>
    </SettingsForm>
  )
}
