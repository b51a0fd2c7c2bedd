import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { FleetDevice } from '../../fleet/contract/fleet.ts';
import { useMoveDevice } from './queries.ts';

export interface DeviceOfShop {
  readonly device: FleetDevice;
  readonly shop: {
    readonly id: string;
    readonly name: string;
    /** True for the only device of the shop. */
    readonly isLast: boolean;
  };
}

interface MoveDeviceDialogProps extends DeviceOfShop {
  readonly targets: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
  readonly onDone: (device: string, shop: string) => void;
}

/** Head office moves a device, without anyone at the device. */
export function MoveDeviceDialog({ device, shop, targets, onClose, onDone }: MoveDeviceDialogProps) {
  const messages = usePageMessages('chain');
  const { concerns } = usePageMessages('fleet');
  const { common, enrol, move } = useMessages();
  const moving = useMoveDevice();
  const unsent = device.report?.unsent ?? 0;
  const submit = (form: FormData) => {
    const [id, name] = [text(form, 'shop'), text(form, 'name')];
    const target = targets.find((one) => one.id === id);
    moving.mutate({ id: device.id, shop: id, name }, { onSuccess: () => onDone(name, target?.name ?? '') });
  };
  return (
    <Dialog title={messages.moveOf(device.name, shop.name)} onClose={onClose}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submitted(submit)}>
        <p>{messages.signedOut}</p>
        <p className="wrap-anywhere">{move.stays(shop.name)}</p>
        {unsent > 0 && <Notice tone="attention">{concerns.unsent(unsent)}</Notice>}
        {shop.isLast && <Notice tone="attention">{move.last(shop.name)}</Notice>}
        <Select label={messages.shop} name="shop">
          {targets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Field label={enrol.device} name="name" defaultValue={device.name} required maxLength={LIMITS.nameCharsMax} />
        <FailureNotice failure={failureOrNull(moving.error)} />
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button variant="main" type="submit" disabled={moving.isPending}>
            {move.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
