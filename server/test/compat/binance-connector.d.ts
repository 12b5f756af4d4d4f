/** The package has no types; these are the parts that the tests use. */
declare module '@binance/connector' {
  type Answer = Promise<{ readonly status: number; readonly data: unknown }>;
  export class Spot {
    constructor(
      key: string,
      secret: string,
      options: { readonly baseURL: string; readonly privateKey?: string },
    );
    readonly [call: string]: (...given: readonly unknown[]) => Answer;
  }
  export class WebsocketStream {
    constructor(options: {
      readonly wsURL: string;
      readonly combinedStreams?: boolean;
      readonly callbacks: { readonly message: (text: string) => void };
    });
    ticker(symbol?: string): void;
    bookTicker(symbol?: string): void;
    kline(symbol: string, interval: string): void;
    trade(symbol: string): void;
    disconnect(): void;
    userData(listenKey: string): void;
  }
}
