import { useTranslation } from 'react-i18next'
import { emptyWallet, toWalletForm, WalletFields, walletSchema } from '@/features/branding'
import { SettingsForm, type SettingsSource } from '@/kit/form'
import { useGetAppleWalletSettingsQuery, useUpdateWallet, type AppleWallet } from '../api'
import { useSaving } from '../useSaving'

const source: SettingsSource<AppleWallet, typeof walletSchema> = {
  schema: walletSchema,
  empty: emptyWallet,
  toForm: toWalletForm,
  useGet: useGetAppleWalletSettingsQuery,
  useUpdate: useUpdateWallet,
}

/** Cards of the project, where a group has none of its own. */
export default function WalletPanel() {
  const { t } = useTranslation('settings')
  const { control, readOnly } = useSaving(source)
  return (
    <SettingsForm control={control} label={t('options.tabs.wallet')} disabled={readOnly}>
      <WalletFields />
    </SettingsForm>
  )
}
