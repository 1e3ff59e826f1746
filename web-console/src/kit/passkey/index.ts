export { askForPasskey, isPasskeySupported, makePasskey, PasskeyRefused } from './passkey'
