import { DoubleLeftOutlined, DoubleRightOutlined, DownOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Mark, PRODUCT } from '@/kit/brand'
import { activeItem, type MenuItem, type MenuSection } from './menu'
import styles from './SideMenu.module.css'
import { useSideMenuState } from './sideMenuState'
import { useMenu } from './useMenu'
import { useScreenTitle } from './useScreenTitle'

interface Props {
  /** Inside a drawer, on a phone: always at its full width. */
  isInDrawer?: boolean
  onNavigate?: () => void
}

/** Every screen that the person may see, in sections. */
export function SideMenu({ isInDrawer = false, onNavigate }: Props) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const sections = useMenu()
  const menu = useSideMenuState()
  const isExpanded = isInDrawer || menu.isExpanded
  const active = activeItem(sections, pathname)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = active && nav.current?.querySelector(`[data-screen="${active}"]`)
    if (link) link.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <div className={styles.side} data-expanded={isExpanded}>
      <Link to="/home" className={styles.brand} onClick={onNavigate} aria-label={t('brandHome')}>
        <Mark size={28} />
        {isExpanded && <span>{PRODUCT}</span>}
      </Link>
      <nav ref={nav} className={styles.nav} aria-label={t('mainMenu')}>
        {sections.map((section) => (
          <Section
            key={section.key}
            section={section}
            active={active}
            isExpanded={isExpanded}
            isFolded={isExpanded && menu.isFolded(section.key)}
            onToggle={() => menu.toggleSection(section.key)}
            onNavigate={onNavigate}
          />
        ))}
      </nav>
      {!isInDrawer && (
        <button type="button" className={styles.collapse} onClick={menu.toggleExpanded}>
          {isExpanded ? <DoubleLeftOutlined aria-hidden /> : <DoubleRightOutlined aria-hidden />}
          <span className={isExpanded ? undefined : 'visually-hidden'}>
            {isExpanded ? t('collapseMenu') : t('expandMenu')}
          </span>
        </button>
      )}
    </div>
  )
}

interface SectionProps {
  section: MenuSection
  active: string | undefined
  isExpanded: boolean
  isFolded: boolean
  onToggle: () => void
  onNavigate?: () => void
}

function Section(props: SectionProps) {
  const { section, active, isExpanded, isFolded, onToggle, onNavigate } = props
  const { t } = useTranslation('shell')
  const id = `menu-${section.key}`
  const hasHead = section.key !== 'common'
  return (
    <div className={styles.section}>
      {hasHead && isExpanded && (
        <button
          type="button"
          className={styles.head}
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={onToggle}
        >
          {t(`sections.${section.key}`)}
          <DownOutlined aria-hidden className={styles.arrow} />
        </button>
      )}
      {hasHead && !isExpanded && <hr className={styles.rule} />}
      <ul id={id} hidden={isFolded} aria-label={t(`sections.${section.key}`)}>
        {section.items.map((item) => (
          <li key={item.key}>
            <Item
              item={item}
              isActive={item.key === active}
              isExpanded={isExpanded}
              onNavigate={onNavigate}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ItemProps {
  item: MenuItem
  isActive: boolean
  isExpanded: boolean
  onNavigate?: () => void
}

function Item({ item, isActive, isExpanded, onNavigate }: ItemProps) {
  const titleOf = useScreenTitle()
  const { icon: Icon, key, path } = item
  const link = (
    <Link
      to={path}
      className={styles.item}
      data-screen={key}
      aria-current={isActive ? 'page' : undefined}
      aria-label={isExpanded ? undefined : titleOf(key)}
      onClick={onNavigate}
    >
      <span className={styles.icon} aria-hidden>
        <Icon />
      </span>
      {isExpanded && <span className={styles.label}>{titleOf(key)}</span>}
    </Link>
  )
  return isExpanded ? (
    link
  ) : (
    <Tooltip title={titleOf(key)} placement="right">
      {link}
    </Tooltip>
  )
}
