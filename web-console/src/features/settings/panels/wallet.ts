import { z } from 'zod'
import { emptyWallet, toWalletForm, walletSchema } from '@/features/branding'
import { optionalText, type SettingsSource } from '@/kit/form'
import { useGetAppleWalletSettingsQuery, useUpdateWallet, type AppleWalletSettings } from '../api'

/** Characters of a file in PEM. */
export const MAX_PEM = 65_536

const schema = walletSchema.extend({
  certificate: optionalText(MAX_PEM),
  intermediate: optionalText(MAX_PEM),
  /** The mask of the saved one, a new one, or an empty text, which clears it. */
  private_key: optionalText(MAX_PEM).transform((key) => key ?? ''),
})

export type WalletSettingsForm = z.input<typeof schema>

/** Cards of the project, and what signs them. */
export const walletSource: SettingsSource<AppleWalletSettings, typeof schema> = {
  schema,
  empty: {
    ...emptyWallet,
    certificate: '',
    intermediate: '',
    private_key: '',
  },
  toForm: (saved) => ({
    ...toWalletForm(saved),
    certificate: saved.certificate ?? '',
    intermediate: saved.intermediate ?? '',
    private_key: saved.private_key ?? '',
  }),
  useGet: useGetAppleWalletSettingsQuery,
  useUpdate: useUpdateWallet,
}

const SOON_DAYS = 30
const DAY_MS = 24 * 3_600_000

/** Whether a certificate has ended, or is about to. */
export function certificateState(
  expiresAt: string | null,
  now: number,
): 'good' | 'soon' | 'expired' {
  if (expiresAt === null) return 'good'
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return 'expired'
  return left <= SOON_DAYS * DAY_MS ? 'soon' : 'good'
}
