import { MailOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { useRemoval } from '@/kit/feedback'
import { PartsTable } from '@/kit/table'
import { useDeleteAllMailTemplatesMutation, type MailTemplate } from './api'
import { mailTemplates } from './resource'
import { useMailTemplateColumns } from './useMailTemplateColumns'
import { useMailTemplateFilters } from './useMailTemplateFilters'
import { useTypeWords } from './useTypeWords'

/** Texts of mails in place of the platform's own: of the project, or of one group. */
export function MailTemplatesPanel({ groupId }: { groupId?: Id }) {
  const { t } = useTranslation('mail-templates')
  const words = useTypeWords()
  return (
    <PartsTable
      id="mailTemplates"
      resource={mailTemplates}
      groupId={groupId}
      columns={useMailTemplateColumns(groupId !== undefined)}
      filters={useMailTemplateFilters()}
      label={(row: MailTemplate) => words(row.mail_type_id)}
      removal={useTemplateRemoval()}
      texts={{ add: t('new'), emptyTitle: t('empty.title'), emptyText: t('empty.text') }}
      icon={MailOutlined}
    />
  )
}

/** Deletes templates: the platform's own text is sent from then on. */
function useTemplateRemoval() {
  const { t } = useTranslation('mail-templates')
  const words = useTypeWords()
  const [remove] = useDeleteAllMailTemplatesMutation()
  return useRemoval<MailTemplate>({
    remove,
    label: (row) => words(row.mail_type_id),
    title: (rows) =>
      t('removal.title', { count: rows.length, name: words(rows[0]?.mail_type_id ?? '') }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
