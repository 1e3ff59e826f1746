import { useTranslation } from 'react-i18next'
import { Page } from '@/kit/page'
import { IntegrationsPanel } from './IntegrationsPanel'

/** Other systems, as a page of their own; mostly seen as a tab of the settings. */
export default function IntegrationListPage() {
  const { t } = useTranslation('integrations')
  return (
    <Page title={t('title')} note={t('note')}>
      <IntegrationsPanel />
    </Page>
  )
}
