/** Behind a function, so that whoever only names it loads none of it. */
export const loadServiceTokensPanel = async () => ({
  default: (await import('./ServiceTokensPanel')).ServiceTokensPanel,
})
