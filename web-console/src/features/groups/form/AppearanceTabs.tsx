import { LogoField, WalletFields, WhiteLabelFields } from '@/features/branding'
import { type Group, useGroupLogo } from '../api'

export function AppearanceTab({ group }: { group: Group }) {
  const calls = useGroupLogo(group.id)
  const logo = group.whitelabel_settings?.logo
  return (
    <WhiteLabelFields
      prefix="whitelabel_settings."
      logo={logo}
      logoField={<LogoField logo={logo} calls={calls} />}
    />
  )
}

export const WalletTab = () => <WalletFields prefix="apple_wallet_settings." />
