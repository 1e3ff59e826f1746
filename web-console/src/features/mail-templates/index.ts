export { MailTemplatesPanel } from './MailTemplatesPanel'
export { mailTemplates } from './resource'
