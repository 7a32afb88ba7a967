// Passkeys: the browser makes or shows one, and its answer goes with the form.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";

/** @extends {Controller<HTMLFormElement>} */
class PasskeyController extends Controller {
  static targets = ["button", "unable", "failed"];
  static values = { options: Object, address: String }; // what the browser is to be asked, or where to learn it

  connect() {
    const able = "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;
    this.buttonTarget.hidden = !able;
    this.unableTarget.hidden = able;
  }

  create() {
    return this.#attempt(async () => {
      const { publicKey } = await this.#fetchOptions();
      // The device keeps the key by itself and asks who is there, so that the key alone is enough.
      const wanted = { ...publicKey.authenticatorSelection, residentKey: "required", requireResidentKey: true };
      publicKey.authenticatorSelection = { ...wanted, userVerification: "required" };
      return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) });
    });
  }

  use() {
    return this.#attempt(async () => {
      const { publicKey } = await this.#fetchOptions();
      return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
    });
  }

  async #fetchOptions() {
    if (!this.addressValue) return structuredClone(this.optionsValue);
    const answer = await fetch(this.addressValue, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`${answer.status}`);
    return (await answer.json()).request_options;
  }

  /** @param {() => Promise<Credential | null>} ask */
  async #attempt(ask) {
    this.failedTarget.hidden = true;
    try {
      const credential = await ask();
      const field = /** @type {HTMLInputElement} */ (this.element.elements.namedItem("credential"));
      field.value = JSON.stringify(credential);
      this.element.requestSubmit();
    } catch {
      this.failedTarget.hidden = false;
    }
  }
}

application.register("passkey", PasskeyController);
