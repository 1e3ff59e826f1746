import { useTranslation } from 'react-i18next'
import { API_BASE } from '@/api/limits'
import { alerts } from '@/kit/alerts'
import { useUpload } from '@/kit/files'
import { FieldGrid, FormDialog, typedFields } from '@/kit/form'
import type { BrokerSettings } from './api'
import { brokerSchema, toBrokerParts, type BrokerForm } from './brokerForm'

const F = typedFields<BrokerForm>()

interface Props {
  settings: BrokerSettings | undefined
  onClose: () => void
}

/** A broker of the project's own. The server tries it before it answers. */
export function BrokerDialog({ settings, onClose }: Props) {
  const { t } = useTranslation('broker')
  const [send] = useUpload<BrokerSettings>(['Broker'])
  const initial: BrokerForm = {
    url: settings?.url ?? '',
    login: settings?.login ?? '',
    password: '',
    manages_users: settings?.url ? settings.manages_users : true,
    certificate: '',
    private_key: '',
    authority: '',
  }
  return (
    <FormDialog
      title={t('own.dialog.title')}
      schema={brokerSchema}
      initial={initial}
      action={t('own.dialog.action')}
      onApprove={async (values) => {
        await send(`${API_BASE}/settings/broker`, toBrokerParts(values))
        alerts.success(t('own.dialog.saved'))
      }}
      onClose={onClose}
    >
      <FieldGrid>
        <F.Text
          name="url"
          label={t('own.dialog.url')}
          placeholder="mqtts://broker.example.com:8883"
          isCode
          isWide
        />
        <F.Text name="login" label={t('own.dialog.login')} maxLength={255} />
        <F.Password
          name="password"
          label={t('own.dialog.password')}
          help={settings?.has_password ? t('own.dialog.passwordText') : undefined}
          maxLength={255}
        />
        <F.Switch
          name="manages_users"
          label={t('own.dialog.manages')}
          help={t('own.dialog.managesText')}
        />
        <F.TextArea
          name="certificate"
          label={t('own.dialog.certificate')}
          help={t('own.dialog.certificateText')}
          rows={3}
          isWide
        />
        <F.TextArea name="private_key" label={t('own.dialog.key')} rows={3} isWide />
        <F.TextArea
          name="authority"
          label={t('own.dialog.authority')}
          help={t('own.dialog.authorityText')}
          rows={3}
          isWide
        />
      </FieldGrid>
    </FormDialog>
  )
}
