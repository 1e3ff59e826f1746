import { SearchOutlined } from '@ant-design/icons'
import { Button, Input, Table } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DEFAULT_PAGE_SIZE } from '@/api/list'
import { ErrorState, Reason, useAttempt } from '@/kit/feedback'
import { RelativeTime } from '@/kit/time'
import {
  useListBannedIpsQuery,
  useUnbanAllIpsMutation,
  useUnbanIpMutation,
  type BannedIp,
} from './api'
import styles from './ip-blocking.module.css'

/** Addresses that are banned now, and ways to let them in again. */
export function BannedList({ readOnly }: { readOnly: string | false }) {
  const { t } = useTranslation('ip-blocking')
  const [page, setPage] = useState(1)
  const [search, setSearch] = useState('')
  const { data, error, isFetching, refetch } = useListBannedIpsQuery(
    { page, size: DEFAULT_PAGE_SIZE, search: search || undefined },
    { refetchOnMountOrArgChange: true },
  )
  const { unban, unbanAll } = useUnban()
  const why = readOnly || (data?.total === 0 && t('banned.none'))
  return (
    <section className={styles.section} aria-label={t('banned.title')}>
      <div className={styles.head}>
        <h2>{t('banned.title')}</h2>
        <Input.Search
          allowClear
          aria-label={t('banned.search')}
          placeholder={t('banned.search')}
          enterButton={
            <Button icon={<SearchOutlined aria-hidden />} aria-label={t('banned.search')} />
          }
          onSearch={(text) => {
            setSearch(text.trim())
            setPage(1)
          }}
        />
        <Reason why={why}>
          <Button danger disabled={Boolean(why)} onClick={() => void unbanAll()}>
            {t('banned.unbanAll')}
          </Button>
        </Reason>
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<BannedIp>
          size="small"
          rowKey="ip"
          loading={isFetching}
          dataSource={data?.items ?? []}
          scroll={{ x: 620 }}
          locale={{ emptyText: t('banned.none') }}
          pagination={{
            current: page,
            pageSize: DEFAULT_PAGE_SIZE,
            total: data?.total ?? 0,
            hideOnSinglePage: true,
            showSizeChanger: false,
            onChange: setPage,
          }}
          columns={[
            {
              title: t('banned.ip'),
              render: (_, { ip }) => <span className="mono">{ip}</span>,
              width: 170,
            },
            { title: t('banned.reason'), render: (_, row) => <ReasonOf code={row.reason} /> },
            { title: t('banned.failures'), dataIndex: 'failures', align: 'end', width: 90 },
            {
              title: t('banned.until'),
              render: (_, { until }) => <RelativeTime value={until} />,
              width: 140,
            },
            {
              key: 'unban',
              title: <span className="visually-hidden">{t('banned.unban')}</span>,
              width: 130,
              align: 'end',
              render: (_, { ip }) => (
                <Reason why={readOnly}>
                  <Button
                    size="small"
                    disabled={Boolean(readOnly)}
                    aria-label={t('banned.unbanOf', { ip })}
                    onClick={() => void unban(ip)}
                  >
                    {t('banned.unban')}
                  </Button>
                </Reason>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}

function ReasonOf({ code }: { code: string }) {
  const { t } = useTranslation('ip-blocking')
  return t(`options.reasons.${code}` as 'options.reasons.login', { defaultValue: code })
}

function useUnban() {
  const { t } = useTranslation('ip-blocking')
  const attempt = useAttempt()
  const [unbanIp] = useUnbanIpMutation()
  const [unbanAllIps] = useUnbanAllIpsMutation()
  return {
    unban: (ip: string) =>
      attempt(async () => {
        await unbanIp({ unbanIpRequestInput: { ip } }).unwrap()
        return t('banned.done', { ip })
      }),
    unbanAll: async () => {
      const question = {
        title: t('banned.sure'),
        text: t('banned.sureText'),
        action: t('banned.unbanAll'),
      }
      await attempt(async () => {
        const { unbanned } = await unbanAllIps({ unbanAllIpsRequestInput: {} }).unwrap()
        return t('banned.doneAll', { count: unbanned })
      }, question)
    },
  }
}
