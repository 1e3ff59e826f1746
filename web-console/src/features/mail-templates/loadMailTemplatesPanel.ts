/** Behind a function, so that whoever only names it loads none of it. */
export const loadMailTemplatesPanel = async () => ({
  default: (await import('./MailTemplatesPanel')).MailTemplatesPanel,
})
