import { z } from 'zod'
import { colorRule, nameRule, optionalEmail, optionalPhone, optionalText } from '@/kit/form'
import type { AppleWallet, WhiteLabel } from './api'

/** How the platform shows itself; the logo has calls of its own. */
export const whiteLabelSchema = z.object({
  is_enabled: z.boolean(),
  name: optionalText(100),
  address: optionalText(255),
  email: optionalEmail,
  phone: optionalPhone,
})

export type WhiteLabelForm = z.input<typeof whiteLabelSchema>

export const emptyWhiteLabel: WhiteLabelForm = {
  is_enabled: false,
  name: '',
  address: '',
  email: '',
  phone: '',
}

export const toWhiteLabelForm = (saved: WhiteLabel | null): WhiteLabelForm => ({
  is_enabled: saved?.is_enabled ?? false,
  name: saved?.name ?? '',
  address: saved?.address ?? '',
  email: saved?.email ?? '',
  phone: saved?.phone ?? '',
})

export const MAX_BACK_FIELDS = 20

export const walletSchema = z.object({
  is_enabled: z.boolean(),
  backfields: z.array(z.object({ label: nameRule(31), value: nameRule(500) })).max(MAX_BACK_FIELDS),
  background_color: colorRule,
  font_color: colorRule,
  barcode_alt_text: optionalText(100),
  developer_name: optionalText(100),
  developer_name_color: colorRule,
})

export type WalletForm = z.input<typeof walletSchema>

/** The colours of a card that nobody has coloured. */
export const emptyWallet: WalletForm = {
  is_enabled: false,
  backfields: [],
  background_color: '#FF4530',
  font_color: '#FFFFFF',
  barcode_alt_text: '',
  developer_name: '',
  developer_name_color: '#FFFFFF',
}

export const toWalletForm = (saved: AppleWallet | null): WalletForm => ({
  is_enabled: saved?.is_enabled ?? emptyWallet.is_enabled,
  backfields: saved?.backfields ?? [],
  background_color: saved?.background_color ?? emptyWallet.background_color,
  font_color: saved?.font_color ?? emptyWallet.font_color,
  barcode_alt_text: saved?.barcode_alt_text ?? '',
  developer_name: saved?.developer_name ?? '',
  developer_name_color: saved?.developer_name_color ?? emptyWallet.developer_name_color,
})
