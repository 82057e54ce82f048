/* The search of the site runs in a worker, which browsers refuse to a page that was opened as a file. There a
   hidden frame does the work: it speaks as a worker does, so that the search is the same. The site generator
   knows such a stand-in by the name IFrameWorker. */
(() => {
  if (location.protocol !== "file:") return;

  class IFrameWorker extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...urls) =>
        urls.reduce((before, one) => before.then(() => this.load(one)), Promise.resolve());
      this.ready = this.load(url);
    }

    load(url) {
      const { document: page } = this.frame.contentWindow;
      return new Promise((done, failed) => {
        const script = page.createElement("script");
        script.src = new URL(url, location.href).href;
        script.onload = done;
        script.onerror = () => failed(new Error(`cannot load ${url}`));
        page.body.append(script);
      });
    }

    postMessage(data) {
      const inside = this.frame.contentWindow;
      this.ready.then(() => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  }

  window.IFrameWorker = IFrameWorker;
  window.Worker = IFrameWorker;
})();
