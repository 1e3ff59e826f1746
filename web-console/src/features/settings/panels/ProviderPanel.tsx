import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { groups } from '@/features/groups'
import { roles } from '@/features/roles'
import { alerts } from '@/kit/alerts'
import { FieldGrid, SettingsForm, typedFields } from '@/kit/form'
import { useLack } from '@/kit/permissions'
import { pickerOf } from '@/kit/picker'
import styles from '../settings.module.css'
import { useSaving } from '../useSaving'
import { providerSource, type ProviderForm } from './provider'

const F = typedFields<ProviderForm>()
const roleSource = pickerOf(roles)
const groupSource = pickerOf(groups)

/** Signing in by the organisation's own provider (OpenID Connect). */
export default function ProviderPanel() {
  const { t } = useTranslation('settings')
  const { control, readOnly } = useSaving(providerSource)
  // The sign-in page is that of all projects.
  const unlisted = useLack()({ isDealer: true })
  return (
    <SettingsForm control={control} label={t('options.tabs.identityProvider')} disabled={readOnly}>
      <FieldGrid title={t('provider.title')} text={t('provider.text')}>
        <F.Switch name="is_enabled" label={t('provider.enabled')} />
        <F.Switch
          name="is_listed"
          label={t('provider.listed')}
          help={t('provider.listedText')}
          disabled={unlisted}
        />
        <F.Text
          name="name"
          label={t('provider.name')}
          help={t('provider.nameText')}
          maxLength={31}
        />
        <F.Text
          name="issuer_url"
          label={t('provider.issuer')}
          placeholder="https://login.example.com"
          isCode
        />
        <F.Text name="client_id" label={t('provider.clientId')} maxLength={255} isCode />
        <F.Password name="client_secret" label={t('provider.clientSecret')} maxLength={500} />
        <F.Tags name="scopes" label={t('provider.scopes')} help={t('provider.scopesText')} />
        <Redirect url={control.row?.redirect_url ?? ''} />
      </FieldGrid>
      <FieldGrid title={t('provider.newcomers')} text={t('provider.newcomersText')}>
        <F.Ref name="role" label={t('registration.role')} source={roleSource} />
        <F.Ref name="domain" label={t('registration.group')} source={groupSource} />
      </FieldGrid>
    </SettingsForm>
  )
}

/** What the provider must allow as a redirect. */
function Redirect({ url }: { url: string }) {
  const { t } = useTranslation('settings')
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    alerts.success(t('provider.copied'))
  }
  if (!url) return null
  return (
    <div className={styles.link}>
      <span>{t('provider.redirect')}</span>
      <div>
        <code className="mono">{url}</code>
        <Button size="small" icon={<CopyOutlined />} onClick={() => void copy()}>
          {t('self.copy')}
        </Button>
      </div>
    </div>
  )
}
