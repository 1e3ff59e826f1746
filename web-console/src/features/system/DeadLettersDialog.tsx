import { Button, Modal, Table } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState, useAttempt } from '@/kit/feedback'
import { RelativeTime } from '@/kit/time'
import { useDeadLetters, useReplayDeadLetters, type DeadLetter } from './api'
import { sizeText } from './figures'
import styles from './system.module.css'

interface Props {
  service: string
  onClose: () => void
}

/** Events that a service could not process: which they are, and their way back into its queue. */
export default function DeadLettersDialog({ service, onClose }: Props) {
  const { t, i18n } = useTranslation('system')
  const { data, error, isFetching, refetch } = useDeadLetters(service)
  const [selected, setSelected] = useState<string[]>([])
  const { replay, isReplaying } = useReplay(service)
  const putBack = async (ids: string[]) => {
    if (await replay(ids, data?.total ?? 0)) setSelected([])
  }
  const total = data?.total ?? 0
  return (
    <Modal
      open
      width={860}
      title={t('letters.title', { service })}
      onCancel={onClose}
      footer={
        <div className={styles.buttons}>
          <Button loading={isFetching} onClick={() => void refetch()}>
            {t('letters.again')}
          </Button>
          {selected.length > 0 && (
            <Button disabled={isReplaying} onClick={() => void putBack(selected)}>
              {t('letters.replaySelected', { count: selected.length })}
            </Button>
          )}
          <Button
            type="primary"
            disabled={total === 0}
            loading={isReplaying}
            onClick={() => void putBack([])}
          >
            {t('letters.replayAll')}
          </Button>
        </div>
      }
    >
      <p className={styles.hint}>{t('letters.note')}</p>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<DeadLetter>
          size="small"
          rowKey="id"
          loading={isFetching}
          dataSource={data?.items ?? []}
          scroll={{ x: 620 }}
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          locale={{ emptyText: t('letters.none') }}
          rowSelection={{
            selectedRowKeys: selected,
            onChange: (keys) => setSelected(keys.map(String)),
            getCheckboxProps: ({ topic, id }) => ({ 'aria-label': `${topic} ${id}` }),
          }}
          columns={[
            {
              title: t('letters.topic'),
              render: (_, { topic, id }) => (
                <span className={styles.name}>
                  <b className="mono">{topic}</b>
                  <small className="mono">{id}</small>
                </span>
              ),
            },
            {
              title: t('letters.project'),
              width: 90,
              align: 'end',
              render: (_, { project_id: id }) => (id === 0 ? '–' : id),
            },
            {
              title: t('letters.diedAt'),
              width: 130,
              render: (_, { died_at: at }) => <RelativeTime value={at} />,
            },
            {
              title: t('letters.size'),
              width: 90,
              align: 'end',
              render: (_, { bytes }) => sizeText(bytes, i18n.language),
            },
          ]}
        />
      )}
      {data && total > data.items.length && (
        <p className={styles.hint}>{t('letters.more', { shown: data.items.length, total })}</p>
      )}
    </Modal>
  )
}

function useReplay(service: string) {
  const { t } = useTranslation('system')
  const attempt = useAttempt()
  const [replayDeadLetters, { isLoading }] = useReplayDeadLetters()
  return {
    isReplaying: isLoading,
    /** `ids` empty: all of them. */
    replay: (ids: string[], total: number) =>
      attempt(
        async () => {
          const { replayed } = await replayDeadLetters({
            replayDeadLettersRequestInput: { service, ids },
          }).unwrap()
          return t('letters.done', { count: replayed })
        },
        {
          title: t('letters.sure', { count: ids.length || total }),
          text: t('letters.sureText', { service }),
          action: t('letters.replay'),
        },
      ),
  }
}
