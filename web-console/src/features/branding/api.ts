export type { AppleWallet, WhiteLabel } from '@/api/generated/settings'
