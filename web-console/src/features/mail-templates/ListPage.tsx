import { useTranslation } from 'react-i18next'
import { Page } from '@/kit/page'
import { MailTemplatesPanel } from './MailTemplatesPanel'

/** Texts of mails, as a page of their own; mostly seen as a tab of the settings. */
export default function MailTemplateListPage() {
  const { t } = useTranslation('mail-templates')
  return (
    <Page title={t('title')} note={t('note')}>
      <MailTemplatesPanel />
    </Page>
  )
}
