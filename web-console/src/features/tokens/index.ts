export { loadOwnTokens } from './loadOwnTokens'
export { loadServiceTokensPanel } from './loadServiceTokensPanel'
