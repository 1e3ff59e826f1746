export { MailTemplatesPanel } from './MailTemplatesPanel'
export { mailTemplatesEntity } from './entity'
export { mailTemplates } from './resource'
export { loadMailTemplatesPanel } from './loadMailTemplatesPanel'
