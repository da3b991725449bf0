// Martin Richards' simulation of an operating system's scheduler: six tasks pass packets to each other. Written anew.

const IDLE = 0;
const WORKER = 1;
const HANDLER_A = 2;
const HANDLER_B = 3;
const DEVICE_A = 4;
const DEVICE_B = 5;

const PRIORITIES = [0, 1000, 2000, 3000, 4000, 5000];
const BYTES = 4;
const IDLE_TURNS = 10_000;

/** A message between tasks: a request of a device (`isWork` false) or a piece of work of four bytes. */
class Packet {
	/**
	 * @param {number} target id of the task that gets it next
	 * @param {boolean} isWork
	 */
	constructor(target, isWork) {
		this.target = target;
		this.isWork = isWork;
		this.position = 0;
		this.byte = 0;
		this.bytes = new Array(BYTES).fill(0);
	}
}

/** What a task does when it runs, with the packet that it was waiting for, if any: it gives the task that is to run next. */
class Task {
	/**
	 * @param {System} system
	 * @param {number} id
	 * @param {Packet[]} inbox
	 */
	constructor(system, id, inbox) {
		this.system = system;
		this.id = id;
		this.priority = PRIORITIES[id];
		this.inbox = inbox;
		this.isHeld = false;
		this.isWaiting = true;
		this.isPending = inbox.length > 0;
	}

	get isReady() {
		return !this.isHeld && (!this.isWaiting || this.isPending);
	}

	/** @returns {Task | undefined} */
	run() {
		/** @type {Packet | undefined} */
		let packet;
		if (this.isWaiting && this.isPending) {
			packet = this.inbox.shift();
			this.isWaiting = false;
			this.isPending = this.inbox.length > 0;
		}
		return this.step(packet);
	}

	/**
	 * @param {Packet | undefined} _packet
	 * @returns {Task | undefined}
	 */
	step(_packet) {
		return undefined;
	}
}

class IdleTask extends Task {
	seed = 1;
	turns = IDLE_TURNS;

	/**
	 * @override
	 * @returns {Task | undefined}
	 */
	step() {
		if (--this.turns === 0) return this.system.hold();
		const isOdd = (this.seed & 1) === 1;
		this.seed = (this.seed >> 1) ^ (isOdd ? 0xd008 : 0);
		return this.system.release(isOdd ? DEVICE_B : DEVICE_A);
	}
}

class WorkerTask extends Task {
	target = HANDLER_A;
	letter = 0;

	/**
	 * @override
	 * @param {Packet | undefined} packet
	 * @returns {Task | undefined}
	 */
	step(packet) {
		if (!packet) return this.system.wait();
		this.target = this.target === HANDLER_A ? HANDLER_B : HANDLER_A;
		packet.target = this.target;
		packet.position = 0;
		for (let index = 0; index < BYTES; index++) {
			this.letter = (this.letter % 26) + 1;
			packet.bytes[index] = this.letter;
		}
		return this.system.send(packet);
	}
}

class HandlerTask extends Task {
	/** @type {Packet[]} */
	work = [];
	/** @type {Packet[]} */
	requests = [];

	/**
	 * @override
	 * @param {Packet | undefined} packet
	 * @returns {Task | undefined}
	 */
	step(packet) {
		if (packet) (packet.isWork ? this.work : this.requests).push(packet);
		const [work] = this.work;
		if (!work) return this.system.wait();
		if (work.position === BYTES) {
			this.work.shift();
			return this.system.send(work);
		}
		const request = this.requests.shift();
		if (!request) return this.system.wait();
		request.byte = work.bytes[work.position++];
		return this.system.send(request);
	}
}

class DeviceTask extends Task {
	/** @type {Packet | undefined} */
	pending = undefined;

	/**
	 * @override
	 * @param {Packet | undefined} packet
	 * @returns {Task | undefined}
	 */
	step(packet) {
		if (packet) {
			this.pending = packet;
			return this.system.hold();
		}
		const { pending } = this;
		if (!pending) return this.system.wait();
		this.pending = undefined;
		return this.system.send(pending);
	}
}

class System {
	sent = 0;
	held = 0;

	constructor() {
		const packets = (/** @type {number} */ count, /** @type {number} */ target, isWork = false) =>
			Array.from({ length: count }, () => new Packet(target, isWork));
		this.tasks = [
			new IdleTask(this, IDLE, []),
			new WorkerTask(this, WORKER, packets(2, HANDLER_A, true)),
			new HandlerTask(this, HANDLER_A, packets(3, DEVICE_A)),
			new HandlerTask(this, HANDLER_B, packets(3, DEVICE_B)),
			new DeviceTask(this, DEVICE_A, []),
			new DeviceTask(this, DEVICE_B, []),
		];
		this.tasks[IDLE].isWaiting = false;
		/** @type {Task} */
		this.current = this.tasks[DEVICE_B];
	}

	/** Run what is ready, from the highest priority down, until nothing is. */
	schedule() {
		/** @type {Task | undefined} */
		let next = this.current;
		while (next) {
			this.current = next;
			next = next.isReady ? next.run() : this.tasks[next.id - 1];
		}
	}

	hold() {
		this.held++;
		this.current.isHeld = true;
		return this.tasks[this.current.id - 1];
	}

	wait() {
		this.current.isWaiting = true;
		return this.current;
	}

	/** @param {number} id @returns {Task} */
	release(id) {
		const task = this.tasks[id];
		task.isHeld = false;
		return task.priority > this.current.priority ? task : this.current;
	}

	/** @param {Packet} packet @returns {Task} */
	send(packet) {
		const task = this.tasks[packet.target];
		this.sent++;
		packet.target = this.current.id;
		task.inbox.push(packet);
		if (task.isPending) return this.current;
		task.isPending = true;
		return task.priority > this.current.priority ? task : this.current;
	}
}

/**
 * @param {number} runs of the whole simulation
 * @returns {Promise<{ sent: number, held: number }>} packets that were sent and tasks that were held in all of them
 */
export async function richards(runs) {
	'use cpu_bound';
	let sent = 0;
	let held = 0;
	for (let run = 0; run < runs; run++) {
		const system = new System();
		system.schedule();
		sent += system.sent;
		held += system.held;
	}
	return { sent, held };
}
