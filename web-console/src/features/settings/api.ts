import { identityProvidersApi } from '@/api/generated/identity-providers'
import { mailTemplatesApi } from '@/api/generated/mail-templates'
import { settingsApi as generated } from '@/api/generated/settings'
import type { Logo } from '@/api/generated/files'
import { TIMEOUT } from '@/api/limits'
import { useUpload } from '@/kit/files'
import type { UseMutation } from '@/kit/resource'
import type {
  AppleWalletSettings,
  DomainsSipSettings,
  GeneralSettings,
  MailSettings,
  PushServerSettings,
  WhiteLabel,
} from '@/api/generated/settings'
import type { IdentityProvider } from '@/api/generated/identity-providers'

export type {
  AppleWalletSettings,
  DomainsSipSettings as SipSettings,
  GeneralSettings,
  MailSettings,
  PushServerSettings,
  WhiteLabel,
} from '@/api/generated/settings'
export type { IdentityProvider } from '@/api/generated/identity-providers'

// Each area has an answer of its own: a change of one leaves the others as they are.
const settingsApi = generated.enhanceEndpoints({
  endpoints: {
    getGeneralSettings: { providesTags: [{ type: 'Settings', id: 'general' }] },
    updateGeneralSettings: { invalidatesTags: [{ type: 'Settings', id: 'general' }] },
    getSipSettings: { providesTags: [{ type: 'Settings', id: 'sip' }] },
    updateSipSettings: { invalidatesTags: [{ type: 'Settings', id: 'sip' }] },
    getMailSettings: { providesTags: [{ type: 'Settings', id: 'mail' }] },
    updateMailSettings: { invalidatesTags: [{ type: 'Settings', id: 'mail' }] },
    getPushServerSettings: { providesTags: [{ type: 'Settings', id: 'push' }] },
    updatePushServerSettings: { invalidatesTags: [{ type: 'Settings', id: 'push' }] },
    getWhiteLabelSettings: { providesTags: [{ type: 'Settings', id: 'whiteLabel' }] },
    updateWhiteLabelSettings: { invalidatesTags: [{ type: 'Settings', id: 'whiteLabel' }] },
    getAppleWalletSettings: { providesTags: [{ type: 'Settings', id: 'wallet' }] },
    updateAppleWalletSettings: { invalidatesTags: [{ type: 'Settings', id: 'wallet' }] },
  },
})

export const {
  useGetAppleWalletSettingsQuery,
  useGetGeneralSettingsQuery,
  useGetMailSettingsQuery,
  useGetPushServerSettingsQuery,
  useGetSipSettingsQuery,
  useGetWhiteLabelSettingsQuery,
} = settingsApi
export const { useGetIdentityProviderQuery } = identityProvidersApi

export const useUpdateGeneral: UseMutation<object, GeneralSettings> = () => {
  const [update, state] = settingsApi.useUpdateGeneralSettingsMutation()
  return [(generalSettingsInput) => update({ generalSettingsInput }), state]
}
export const useUpdateSip: UseMutation<object, DomainsSipSettings> = () => {
  const [update, state] = settingsApi.useUpdateSipSettingsMutation()
  return [(domainsSipSettingsInput) => update({ domainsSipSettingsInput }), state]
}
export const useUpdateMail: UseMutation<object, MailSettings> = () => {
  const [update, state] = settingsApi.useUpdateMailSettingsMutation()
  return [(mailSettingsInput) => update({ mailSettingsInput }), state]
}
export const useUpdatePush: UseMutation<object, PushServerSettings> = () => {
  const [update, state] = settingsApi.useUpdatePushServerSettingsMutation()
  return [(pushServerSettingsInput) => update({ pushServerSettingsInput }), state]
}
export const useUpdateWhiteLabel: UseMutation<object, WhiteLabel> = () => {
  const [update, state] = settingsApi.useUpdateWhiteLabelSettingsMutation()
  return [(whiteLabelInput) => update({ whiteLabelInput }), state]
}
export const useUpdateWallet: UseMutation<object, AppleWalletSettings> = () => {
  const [update, state] = settingsApi.useUpdateAppleWalletSettingsMutation()
  return [(appleWalletSettingsInput) => update({ appleWalletSettingsInput }), state]
}
export const useUpdateProvider: UseMutation<object, IdentityProvider> = () => {
  const [update, state] = identityProvidersApi.useUpdateIdentityProviderMutation()
  return [(identityProviderInput) => update({ identityProviderInput }), state]
}

/** The calls of the project's logo. */
export function useProjectLogo() {
  const [send] = useUpload<Logo>(['Settings'])
  const [remove] = settingsApi.useDeleteProjectLogoMutation()
  return {
    set: (image: Blob) => send('/api/v0/settings/whitelabel/logo', { image }),
    remove: () => remove().unwrap(),
  }
}

const testMailApi = mailTemplatesApi.enhanceEndpoints({
  endpoints: {
    sendTestMail: { invalidatesTags: [], extraOptions: { timeout: TIMEOUT.default } },
  },
})
export const { useSendTestMailMutation } = testMailApi
