import { useTranslation } from 'react-i18next'
import { Page } from '@/kit/page'
import { WebhooksPanel } from './WebhooksPanel'

/** Webhooks as a page of their own; mostly seen as a tab of the settings. */
export default function WebhookListPage() {
  const { t } = useTranslation('webhooks')
  return (
    <Page title={t('title')} note={t('note')}>
      <WebhooksPanel />
    </Page>
  )
}
