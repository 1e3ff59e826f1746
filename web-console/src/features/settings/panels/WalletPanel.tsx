import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { WalletFields } from '@/features/branding'
import { FieldGrid, SettingsForm, typedFields } from '@/kit/form'
import { ExactTime, useNow } from '@/kit/time'
import { useGetAppleWalletSettingsQuery } from '../api'
import { useSaving } from '../useSaving'
import { certificateState, walletSource, type WalletSettingsForm } from './wallet'

const F = typedFields<WalletSettingsForm>()

/** Cards of the project, where a group has none of its own, and what signs them. */
export default function WalletPanel() {
  const { t } = useTranslation('settings')
  const { control, readOnly } = useSaving(walletSource)
  return (
    <SettingsForm control={control} label={t('options.tabs.wallet')} disabled={readOnly}>
      <WalletFields />
      <FieldGrid title={t('wallet.signing')} text={t('wallet.signingText')}>
        <ReadCertificate />
        <F.TextArea name="certificate" label={t('wallet.certificate')} rows={3} isWide />
        <F.TextArea name="intermediate" label={t('wallet.intermediate')} rows={3} isWide />
        <F.TextArea name="private_key" label={t('wallet.privateKey')} rows={3} isWide />
      </FieldGrid>
    </SettingsForm>
  )
}

/** What the saved certificate says of itself. */
function ReadCertificate() {
  const { t } = useTranslation('settings')
  const { data } = useGetAppleWalletSettingsQuery()
  const now = useNow().getTime()
  if (!data?.pass_type_id) return null
  const state = certificateState(data.certificate_expires_at, now)
  return (
    <div>
      {state !== 'good' && (
        <Alert
          type={state === 'soon' ? 'warning' : 'error'}
          showIcon
          message={t(state === 'soon' ? 'wallet.soon' : 'wallet.expired')}
        />
      )}
      <p>
        {t('wallet.readFrom', { type: data.pass_type_id, team: data.team_id })}{' '}
        <ExactTime value={data.certificate_expires_at} />
      </p>
    </div>
  )
}
