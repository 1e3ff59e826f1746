import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import type { MailTemplate } from './api'
import { useTypeWords } from './useTypeWords'

export function useMailTemplateColumns(isOfGroup: boolean): Column<MailTemplate>[] {
  const { t } = useTranslation('mail-templates')
  const words = useTypeWords()
  return useMemo(() => {
    const columns: Column<MailTemplate>[] = [
      {
        key: 'mail_type_id',
        title: t('fields.type'),
        render: ({ mail_type_id }) => words(mail_type_id),
        sortable: true,
        isMain: true,
        width: 240,
      },
      {
        key: 'locale',
        title: t('fields.locale'),
        render: ({ locale }) => t(`options.locales.${locale as 'en'}`),
        sortable: true,
        width: 120,
      },
      {
        key: 'subject',
        title: t('fields.subject'),
        render: ({ subject }) => subject,
        sortable: true,
        width: 320,
      },
      {
        key: 'updated_at',
        title: t('fields.updated'),
        render: ({ updated_at }) => <RelativeTime value={updated_at} />,
        sortable: true,
        isWideOnly: true,
      },
      {
        key: 'created_by_user',
        title: t('fields.createdBy'),
        render: ({ created_by_user }) => created_by_user?.name ?? '—',
        isOptional: true,
        isWideOnly: true,
      },
    ]
    if (!isOfGroup) {
      columns.splice(1, 0, {
        key: 'domain',
        title: t('fields.level'),
        width: 180,
        render: ({ domain }) => domain?.name ?? t('project'),
      })
    }
    return columns
  }, [t, words, isOfGroup])
}
