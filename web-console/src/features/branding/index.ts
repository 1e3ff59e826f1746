export { LogoField, type LogoCalls } from './LogoField'
export {
  emptyWallet,
  emptyWhiteLabel,
  toWalletForm,
  toWhiteLabelForm,
  walletSchema,
  whiteLabelSchema,
} from './schema'
export { WalletFields } from './WalletFields'
export { WhiteLabelFields } from './WhiteLabelFields'
