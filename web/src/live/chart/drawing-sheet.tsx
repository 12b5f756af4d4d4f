/** The drawing tools. The customer chooses a kind of line here and places it by tapping the chart. */
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { drawingTools } from './drawings.ts';
import type { DrawingTool } from './drawings.ts';

const shapes: Readonly<Record<DrawingTool, string>> = {
  segment: 'M4 20 20 4M3 21h2v-2H3zM19 3h2v2h-2z',
  rayLine: 'M4 20 21 6M3 21h2v-2H3zM17 5l4 1-2 4',
  horizontalStraightLine: 'M2 12h20M11 13h2v-2h-2z',
  verticalStraightLine: 'M12 2v20M11 13h2v-2h-2z',
  priceLine: 'M3 12h12M16 9h6v6h-6zM2 13h2v-2H2z',
  parallelStraightLine: 'M3 14 21 4M3 20l18-10',
  fibonacciLine: 'M3 4h18M3 9h18M3 13h18M3 16h18M3 20h18',
};

const tools = Object.keys(drawingTools) as readonly DrawingTool[];

export type DrawingSheetProps = {
  readonly onChoose: (tool: DrawingTool) => void;
  readonly onRemoveLast: () => void;
  readonly onClear: () => void;
  readonly onClose: () => void;
};

export function DrawingSheet({ onChoose, onRemoveLast, onClear, onClose }: DrawingSheetProps) {
  const t = useTranslations('chart');
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('draw')}
      footer={
        <>
          <Button
            kind="quiet"
            block
            onClick={() => {
              onRemoveLast();
              onClose();
            }}
          >
            {t('removeLast')}
          </Button>
          <Button
            kind="quiet"
            block
            onClick={() => {
              onClear();
              onClose();
            }}
          >
            {t('clearDrawings')}
          </Button>
        </>
      }
    >
      <p className="pb-3 text-sm text-soft">{t('drawText')}</p>
      <div className="grid grid-cols-2 gap-2">
        {tools.map((tool) => (
          <button
            key={tool}
            type="button"
            onClick={() => {
              onChoose(tool);
              onClose();
            }}
            className="press flex min-h-13 items-center gap-3 rounded-input border border-line px-3 text-left text-sm"
          >
            <svg
              width="24"
              height="24"
              viewBox="0 0 24 24"
              aria-hidden="true"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              className="shrink-0 text-accent"
            >
              <path d={shapes[tool]} />
            </svg>
            {t(`tool.${tool}`)}
          </button>
        ))}
      </div>
    </Sheet>
  );
}
