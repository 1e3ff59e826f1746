import { DeleteOutlined, DownOutlined, LinkOutlined, StarOutlined } from '@ant-design/icons'
import { Button, Input, Popover, Space } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { alerts } from '../alerts'
import { copyText } from '../clipboard'
import styles from './table.module.css'
import { useSavedViews } from './tablePreferences'

/** Colleagues' views are asked for when the menu is opened. */
const SharedViews = lazy(() => import('./SharedViews'))

/** A view's name, in characters. */
const MAX_NAME = 40
const MAX_VIEWS = 20

/** Named states of this list. A view is an address, so it can be sent to somebody. */
export function ViewMenu({ table }: { table: string }) {
  const { t } = useTranslation()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [views, setViews] = useSavedViews(table)
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const current = views.find((view) => view.search === search)

  const save = () => {
    const title = name.trim()
    if (!title) return
    const others = views.filter((view) => view.name !== title)
    setViews([...others, { name: title, search }].slice(-MAX_VIEWS))
    setName('')
  }
  const show = (wanted: string) => {
    void navigate({ search: wanted })
    setOpen(false)
  }
  const copyLink = async () => {
    if (await copyText(location.href)) alerts.success(t('views.copied'))
    else alerts.error(t('views.notCopied'))
    setOpen(false)
  }
  const content = (
    <div className={styles.menu} role="dialog" aria-label={t('views.title')}>
      <h2>{t('views.title')}</h2>
      {views.length === 0 && <p className={styles.hint}>{t('views.hint')}</p>}
      {views.map((view) => (
        <div key={view.name} className={styles.view}>
          <Button
            type="text"
            size="small"
            aria-current={view === current}
            onClick={() => show(view.search)}
          >
            {view.name}
          </Button>
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t('views.remove', { name: view.name })}
            onClick={() => setViews(views.filter((each) => each !== view))}
          />
        </div>
      ))}
      <Space.Compact block>
        <Input
          size="small"
          aria-label={t('views.name')}
          placeholder={t('views.name')}
          maxLength={MAX_NAME}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={save}
        />
        <Button size="small" onClick={save} disabled={!name.trim()}>
          {t('save')}
        </Button>
      </Space.Compact>
      <Suspense>
        <SharedViews table={table} own={views} onOpen={show} />
      </Suspense>
      <Button type="text" size="small" icon={<LinkOutlined />} onClick={() => void copyLink()}>
        {t('views.copy')}
      </Button>
    </div>
  )
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      content={content}
    >
      <Button type="text" icon={<StarOutlined />} aria-label={current?.name ?? t('views.button')}>
        <span className={styles.wideOnly}>
          {current?.name ?? t('views.button')} <DownOutlined aria-hidden style={{ fontSize: 10 }} />
        </span>
      </Button>
    </Popover>
  )
}
