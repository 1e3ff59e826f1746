import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './KeyHelp.module.css'

/** What every key does, opened by `?`. */
export function KeyHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const rows: [string[], string][] = [
    [['Ctrl', 'K'], t('keys.palette')],
    [['/'], t('keys.search')],
    [['j'], t('keys.next')],
    [['k'], t('keys.previous')],
    [['x'], t('keys.select')],
    [['Enter'], t('keys.look')],
    [['e'], t('keys.edit')],
    [['Esc'], t('keys.back')],
    [['?'], t('keys.help')],
  ]
  return (
    <Modal open={isOpen} onCancel={onClose} footer={null} width={400} title={t('keys.title')}>
      <dl className={styles.list}>
        {rows.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
