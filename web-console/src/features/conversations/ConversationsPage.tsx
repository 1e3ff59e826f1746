import { MessageOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useTopic } from '@/api/realtime'
import { EmptyState } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { Allowed } from '@/kit/permissions'
import { ConversationList } from './ConversationList'
import styles from './conversations.module.css'
import { mayBegin } from './entity'
import { CONVERSATION_TOPIC } from './realtime'
import { Thread } from './Thread'

const NewConversation = lazy(() => import('./NewConversation'))
const NEW = 'new'

/** Conversations, and the one that is open beside them; on a phone one of both. */
export default function ConversationsPage() {
  const { t } = useTranslation('conversations')
  const { id } = useParams()
  const open = id === undefined ? undefined : Number(id)
  useTopic(CONVERSATION_TOPIC)
  const list = useListState({ sort: '-last_message_at' })
  const add = (
    <Allowed need={mayBegin}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => list.set({ dialog: NEW })}>
        {t('new.open')}
      </Button>
    </Allowed>
  )
  return (
    <Page title={t('title')} actions={add}>
      <div className={styles.split} data-open={open !== undefined}>
        <ConversationList list={list} open={open} />
        {open === undefined ? (
          <section className={styles.pane}>
            <div className={styles.nothing}>
              <EmptyState icon={MessageOutlined} title={t('choose')} text={t('chooseText')} />
            </div>
          </section>
        ) : (
          <Thread key={open} id={open} />
        )}
      </div>
      {list.state.dialog === NEW && (
        <Suspense>
          <NewConversation onClose={() => list.set({ dialog: '' })} />
        </Suspense>
      )}
    </Page>
  )
}
