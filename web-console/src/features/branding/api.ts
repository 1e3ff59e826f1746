export type { AppleWallet } from '@/api/generated/groups'
export type { WhiteLabel } from '@/api/generated/settings'
