import { ContactsOutlined, SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '@/kit/avatar'
import { EmptyState, ErrorState, Loading } from '@/kit/feedback'
import { useProfile } from '@/kit/permissions'
import { useListContactsQuery, type Contact } from '../api'
import { contactTitle, findContacts } from './contacts'
import { DialButtons } from './DialButtons'
import styles from './lists.module.css'

/** The server answers so many at most; with more, it does the search. */
const MOST = 500

export function Contacts() {
  const { t } = useTranslation('phone')
  const profile = useProfile()
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const all = useListContactsQuery({})
  const isCut = (all.data?.items.length ?? 0) >= MOST
  const some = useListContactsQuery({ search }, { skip: !isCut || search === '' })
  const { data, error, isLoading, refetch } = isCut && search !== '' ? some : all

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isLoading || !data) return <Loading title={false} paragraph={{ rows: 8 }} />
  const shown = findContacts(data.items, text, profile?.id)
  return (
    <>
      <Input
        type="search"
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('contacts.search')}
        aria-label={t('contacts.search')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {shown.length > 0 ? (
        <ul className={styles.list} aria-label={t('options.sections.contacts')}>
          {shown.map((contact) => (
            <Row key={contact.id} contact={contact} />
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={ContactsOutlined}
          title={text.trim() ? t('contacts.noMatch') : t('contacts.none')}
          text={text.trim() ? t('contacts.noMatchText') : t('contacts.noneText')}
        />
      )}
    </>
  )
}

function Row({ contact }: { contact: Contact }) {
  const { user, device, name, number, domain } = contact
  const who = user?.name || device?.name || name || number
  const detail = [user?.description, domain?.name].filter(Boolean).join(' · ')
  return (
    <li title={contactTitle(contact)}>
      <Avatar name={who} size={34} />
      <div className={styles.text}>
        <strong>{who}</strong>
        <span>
          <span className="mono">{number}</span>
          {detail && ` · ${detail}`}
        </span>
      </div>
      <DialButtons number={number} who={who} />
    </li>
  )
}
