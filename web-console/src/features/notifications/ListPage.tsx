import { BellOutlined, CheckOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Pagination, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { EmptyState, ErrorState, Loading } from '@/kit/feedback'
import { LinkButton, Page } from '@/kit/page'
import { useListNotificationsQuery, useReadNotificationsMutation } from './api'
import styles from './ListPage.module.css'
import { NotificationItem } from './NotificationItem'

/** Notifications of one page. */
const PAGE = 20

/** All that the person was told, or only the alarms. */
export default function NotificationListPage() {
  const { t } = useTranslation('notifications')
  const errorText = useErrorText()
  const [params, setParams] = useSearchParams()
  const type = params.get('type') === 'alarm' ? 'alarm' : 'all'
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1)
  const { data, error, refetch } = useListNotificationsQuery({
    type,
    offset: (page - 1) * PAGE,
    limit: PAGE,
  })
  const [read, { isLoading }] = useReadNotificationsMutation()
  const open = (next: { type: string; page: number }) =>
    setParams({ type: next.type, ...(next.page > 1 ? { page: String(next.page) } : {}) })
  const markRead = (id?: number) =>
    read({ readNotificationsRequestInput: { id } })
      .unwrap()
      .catch((failure: unknown) => void alerts.error(errorText(failure)))

  return (
    <Page
      title={t('title')}
      note={t('note')}
      actions={
        <>
          <LinkButton icon={<SettingOutlined aria-hidden />} to="/notifications/settings">
            {t('settings.short')}
          </LinkButton>
          <Button icon={<CheckOutlined />} loading={isLoading} onClick={() => void markRead()}>
            {t('markAllRead')}
          </Button>
        </>
      }
    >
      <div>
        <Segmented
          aria-label={t('which')}
          value={type}
          onChange={(next) => open({ type: next, page: 1 })}
          options={(['all', 'alarm'] as const).map((value) => ({
            value,
            label: t(`options.lists.${value}`),
          }))}
        />
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading title={false} paragraph={{ rows: 8 }} />
      ) : data.items.length === 0 ? (
        <EmptyState icon={BellOutlined} title={t('empty.title')} text={t('empty.text')} />
      ) : (
        <>
          <ul className={styles.list} aria-label={t('title')}>
            {data.items.map((notification) => (
              <li key={notification.id}>
                <NotificationItem
                  notification={notification}
                  onLeave={() => void markRead(notification.id)}
                  action={
                    notification.read_at === null ? (
                      <Button
                        type="text"
                        size="small"
                        icon={<CheckOutlined />}
                        aria-label={t('markRead')}
                        onClick={() => void markRead(notification.id)}
                      />
                    ) : (
                      <span className={styles.place} />
                    )
                  }
                />
              </li>
            ))}
          </ul>
          <Pagination
            className={styles.pages}
            size="small"
            current={page}
            pageSize={PAGE}
            total={data.total}
            showSizeChanger={false}
            hideOnSinglePage
            onChange={(next) => open({ type, page: next })}
          />
        </>
      )}
    </Page>
  )
}
