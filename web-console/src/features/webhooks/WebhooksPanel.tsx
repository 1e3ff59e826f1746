import { SendOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { Id, ItemResult } from '@/api/types'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { useErrorText } from '@/kit/errors'
import { useListState } from '@/kit/list'
import { Allowed, useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useEditActions } from '@/kit/table'
import { useDeleteWebhookMutation, type Webhook } from './api'
import { webhooks } from './resource'
import { useWebhookColumns } from './useWebhookColumns'
import { useWebhookFilters } from './useWebhookFilters'

const paths = pathsOf(webhooks)

/** Servers of others to which events are sent. */
export function WebhooksPanel() {
  const { t } = useTranslation('webhooks')
  const { meets } = useCan()
  const list = useListState({ sort: webhooks.defaultSort })
  const rows = webhooks.api.useList(list.query)
  const removal = useWebhookRemoval()
  const linkOf = ({ id }: Webhook) => paths.edit(id)
  const actions = useEditActions({
    linkOf,
    remove: meets(webhooks.can.remove) ? removal.removeRows : undefined,
  })
  const add = (
    <Allowed need={webhooks.can.create}>
      <AddButton to={paths.add}>{t('new')}</AddButton>
    </Allowed>
  )
  return (
    <>
      <ResourceTable
        id="webhooks"
        list={list}
        rows={rows}
        columns={useWebhookColumns()}
        filters={useWebhookFilters()}
        label={webhooks.label}
        linkOf={linkOf}
        {...actions}
        empty={{
          icon: SendOutlined,
          title: t('empty.title'),
          text: t('empty.text'),
          action: add,
        }}
        extra={add}
      />
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </>
  )
}

/** A project has few of them: they are deleted one by one. */
function useWebhookRemoval() {
  const { t } = useTranslation('webhooks')
  const errorText = useErrorText()
  const [remove] = useDeleteWebhookMutation()
  const removeOne = async (id: Id): Promise<ItemResult> => {
    const { error } = await remove({ id })
    return { id, done: !error, message: error ? errorText(error) : '' }
  }
  return useRemoval<Webhook>({
    remove: ({ deleteAllRequestInput: { items } }) => ({
      unwrap: async () => ({ items: await Promise.all(items.map(removeOne)) }),
    }),
    label: webhooks.label,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
