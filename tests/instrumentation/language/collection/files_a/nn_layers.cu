/// nn_layers.cu
/// A tiny neural network with forward and backward passes as layers.
/// Layers are polymorphic on the host; kernels know nothing about that.
///
/// Gradient check: every parameter gradient is compared with a central difference.

#include <cuda_runtime.h>
#include <cublas_v2.h>

#include <cmath>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#define CUDA_OK(x)                                                                         \
    if (auto _e = (x); _e != cudaSuccess) {                                                \
        throw std::runtime_error(std::string(#x) + " -> " + cudaGetErrorString(_e));       \
    }

// ============================================================ device code

namespace device {

// y[b][o] = sum_i x[b][i] * w[o][i] + bias[o]
__global__ void linear_forward(const float* x, const float* w, const float* bias, float* y,
                               int batch, int in, int out)
{
    int o = blockIdx.x * blockDim.x + threadIdx.x;
    int b = blockIdx.y * blockDim.y + threadIdx.y;
    if (o >= out || b >= batch) return;
    float sum = bias ? bias[o] : 0.0f;
    for (int i = 0; i < in; ++i) sum += x[b * in + i] * w[o * in + i];
    y[b * out + o] = sum;
}

// dx[b][i] = sum_o dy[b][o] * w[o][i]
__global__ void linear_backward_input(const float* dy, const float* w, float* dx, int batch, int in, int out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int b = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= in || b >= batch) return;
    float sum = 0.0f;
    for (int o = 0; o < out; ++o) sum += dy[b * out + o] * w[o * in + i];
    dx[b * in + i] = sum;
}

// dw[o][i] += sum_b dy[b][o] * x[b][i], and the bias gradient by the threads of column 0
__global__ void linear_backward_weights(const float* dy, const float* x, float* dw, float* dbias,
                                        int batch, int in, int out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int o = blockIdx.y * blockDim.y + threadIdx.y;
    if (o >= out) return;
    if (i < in) {
        float sum = 0.0f;
        for (int b = 0; b < batch; ++b) sum += dy[b * out + o] * x[b * in + i];
        dw[o * in + i] += sum;
    }
    if (i == 0) {
        float sum = 0.0f;
        for (int b = 0; b < batch; ++b) sum += dy[b * out + o];
        dbias[o] += sum;
    }
}

struct Tanh {
    __device__ static float f(float x) { return tanhf(x); }
    __device__ static float df(float x, float y) { return 1.0f - y * y; }
};
struct LeakyRelu {
    __device__ static float f(float x) { return x > 0 ? x : 0.01f * x; }
    __device__ static float df(float x, float y) { return x > 0 ? 1.0f : 0.01f; }
};
struct Sigmoid {
    __device__ static float f(float x) { return 1.0f / (1.0f + expf(-x)); }
    __device__ static float df(float x, float y) { return y * (1.0f - y); }
};

template <class F>
__global__ void activation_forward(const float* x, float* y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = F::f(x[i]);
}

template <class F>
__global__ void activation_backward(const float* x, const float* y, const float* dy, float* dx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) dx[i] = dy[i] * F::df(x[i], y[i]);
}

// one block per sample; the mean squared error and its gradient
__global__ void mse(const float* y, const float* target, float* dy, float* loss, int width, float scale)
{
    __shared__ float sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    float local = 0;
    for (int j = threadIdx.x; j < width; j += blockDim.x) {
        int at = blockIdx.x * width + j;
        float d = y[at] - target[at];
        dy[at] = 2 * scale * d;
        local += scale * d * d;
    }
    atomicAdd(&sum, local);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(loss, sum);
}

__global__ void sgd(float* w, float* dw, int n, float rate, float momentum = 0.0f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        w[i] -= rate * dw[i];
        dw[i] *= momentum;
    }
}

}  // namespace device

// ============================================================ host code

class Tensor {
public:
    Tensor() = default;
    Tensor(std::initializer_list<int> shape) : shape_(shape)
    {
        const int n = size();
        float* p = nullptr;
        CUDA_OK(cudaMallocManaged(&p, n * sizeof(float)));
        std::fill(p, p + n, 0.0f);
        data_ = std::shared_ptr<float>(p, [](float* q) { cudaFree(q); });
    }
    int size() const { return std::accumulate(shape_.begin(), shape_.end(), 1, std::multiplies<>{}); }
    int dim(int i) const { return shape_.at(i); }
    float* get() const { return data_.get(); }
    float& operator[](int i) { return data_.get()[i]; }
    void fill(const std::function<float(int)>& f)
    {
        for (int i = 0; i < size(); ++i) data_.get()[i] = f(i);
    }

private:
    std::vector<int> shape_;
    std::shared_ptr<float> data_;
};

struct Parameter {
    Tensor value, grad;
};

class Layer {
public:
    virtual ~Layer() {}
    virtual Tensor forward(const Tensor& x) = 0;
    virtual Tensor backward(const Tensor& dy) = 0;
    virtual std::vector<Parameter*> parameters() { return {}; }
    virtual const char* name() const = 0;
};

class Linear : public Layer {
    int in_, out_;
    Parameter w_, b_;
    Tensor x_;
    static dim3 blocks(int x, int y) { return dim3((x + 15) / 16, (y + 15) / 16); }

public:
    Linear(int in, int out, std::mt19937& rng) : in_(in), out_(out), w_{{out, in}, {out, in}}, b_{{out}, {out}}
    {
        std::normal_distribution<float> d(0.0f, 1.0f / std::sqrt(float(in)));
        w_.value.fill([&](int) { return d(rng); });
    }
    Tensor forward(const Tensor& x) override
    {
        x_ = x;
        Tensor y{x.dim(0), out_};
        device::linear_forward<<<blocks(out_, x.dim(0)), dim3(16, 16)>>>(x.get(), w_.value.get(), b_.value.get(),
                                                                       y.get(), x.dim(0), in_, out_);
        return y;
    }
    Tensor backward(const Tensor& dy) override
    {
        const int batch = dy.dim(0);
        Tensor dx{batch, in_};
        const dim3 threads(16, 16);
        device::linear_backward_weights<<<blocks(in_, out_), threads>>>(dy.get(), x_.get(), w_.grad.get(), b_.grad.get(), batch, in_, out_);
        device::linear_backward_input<<<blocks(in_, batch), threads>>>(dy.get(), w_.value.get(), dx.get(), batch, in_, out_);
        return dx;
    }
    std::vector<Parameter*> parameters() override { return {&w_, &b_}; }
    const char* name() const override { return "Linear"; }
};

template <class F>
class Activation : public Layer {
    Tensor x_, y_;

public:
    Tensor forward(const Tensor& x) override
    {
        x_ = x;
        y_ = Tensor{x.dim(0), x.dim(1)};
        device::activation_forward<F><<<32, 128>>>(x_.get(), y_.get(), x_.size());
        return y_;
    }
    Tensor backward(const Tensor& dy) override
    {
        Tensor dx{dy.dim(0), dy.dim(1)};
        const int n = dy.size();
        device::activation_backward<F><<<(n + 127) / 128, 128>>>(x_.get(), y_.get(), dy.get(), dx.get(), n);
        return dx;
    }
    const char* name() const override { return "Activation"; }
};

class Network {
    std::vector<std::unique_ptr<Layer>> layers_;

public:
    template <class L, class... Args>
    Network& add(Args&&... args)
    {
        layers_.push_back(std::make_unique<L>(std::forward<Args>(args)...));
        return *this;
    }
    float loss(Tensor x, Tensor target, bool backward)
    {
        for (auto& l : layers_) x = l->forward(x);
        Tensor dy{x.dim(0), x.dim(1)}, value{1};
        device::mse<<<x.dim(0), 32>>>(x.get(), target.get(), dy.get(), value.get(), x.dim(1), 1.0f / x.size());
        if (backward)
            for (auto l = layers_.rbegin(); l != layers_.rend(); ++l) dy = (*l)->backward(dy);
        CUDA_OK(cudaDeviceSynchronize());
        return value[0];
    }
    std::vector<Parameter*> parameters()
    {
        std::vector<Parameter*> all;
        for (auto& l : layers_)
            for (auto* p : l->parameters()) all.push_back(p);
        return all;
    }
    void step(float rate)
    {
        for (auto* p : parameters()) {
            const int n = p->value.size();
            device::sgd<<<(n + 255) / 256, 256>>>(p->value.get(), p->grad.get(), n, rate, 0.0f);
        }
        CUDA_OK(cudaDeviceSynchronize());
    }
};

int check_gradients(Network& net, const Tensor& x, const Tensor& t)
{
    net.loss(x, t, true);
    int bad = 0;
    for (auto* p : net.parameters())
        for (int i = 0; i < p->value.size(); i += 7) {
            const float keep = p->value[i], h = 1e-2f;
            p->value[i] = keep + h;
            const float up = net.loss(x, t, false);
            p->value[i] = keep - h;
            const float down = net.loss(x, t, false);
            p->value[i] = keep;
            const float numeric = (up - down) / (2 * h);
            if (std::fabs(numeric - p->grad[i]) > 1e-3f + 0.05f * std::fabs(numeric)) {
                std::cout << "gradient " << i << ": " << p->grad[i] << " vs. " << numeric << "\n";
                ++bad;
            }
        }
    return bad;
}

int main()
try {
    std::mt19937 rng(7);
    Network net;
    net.add<Linear>(2, 24, rng).add<Activation<device::Tanh>>();
    net.add<Linear>(24, 24, rng).add<Activation<device::LeakyRelu>>();
    net.add<Linear>(24, 1, rng).add<Activation<device::Sigmoid>>();

    // two rings, a classic
    const int samples = 128;
    Tensor x{samples, 2}, t{samples, 1};
    for (int i = 0; i < samples; ++i) {
        const float a = 0.1f * i, r = i % 2 ? 1.0f : 0.4f;
        x[2 * i] = r * std::cos(a);
        x[2 * i + 1] = r * std::sin(a);
        t[i] = float(i % 2);
    }

    const int bad = check_gradients(net, x, t);
    std::cout << (bad ? "gradients are WRONG" : "gradients ok") << '\n';
    net.step(0.0f);

    float value = 0;
    for (int epoch = 0; epoch < 500; ++epoch) {
        value = net.loss(x, t, true);
        net.step(0.8f);
        if (epoch % 100 == 0) std::cout << "epoch " << epoch << ": " << value << std::endl;
    }
    std::cout << "final loss " << value << '\n';
    return bad || value > 0.2f;
} catch (std::exception& e) {
    std::cerr << "exception: " << e.what() << '\n';
    return 1;
}
